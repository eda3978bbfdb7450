import { AbstractPaymentProvider, ModuleProvider, Modules } from '@medusajs/framework/utils'
import { randomUUID } from 'node:crypto'

/**
 * A card that always pays, and at once, as Stripe's provider does when it captures by itself. The provider that comes with
 * Medusa stops at authorized, and the order would not be paid.
 */
class Card extends AbstractPaymentProvider {
  static identifier = 'card'

  async initiatePayment() {
    return { id: randomUUID(), data: {} }
  }

  async authorizePayment() {
    return { status: 'captured', data: {} }
  }

  async getPaymentStatus() {
    return { status: 'captured', data: {} }
  }

  async capturePayment() {
    return { data: {} }
  }

  async updatePayment() {
    return { data: {} }
  }

  async retrievePayment() {
    return { data: {} }
  }

  async refundPayment() {
    return { data: {} }
  }

  async cancelPayment() {
    return { data: {} }
  }

  async deletePayment() {
    return { data: {} }
  }

  async getWebhookActionAndData() {
    return { action: 'not_supported' }
  }
}

export default ModuleProvider(Modules.PAYMENT, { services: [Card] })
