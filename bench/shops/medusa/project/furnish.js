import {
  createApiKeysWorkflow,
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
  updateStoresWorkflow,
} from '@medusajs/medusa/core-flows'
import { writeFile } from 'node:fs/promises'

/**
 * One country with its tax, one warehouse, one way to send, and products: sixteen with plenty of stock, so that customers
 * do not wait for the lock of one another's product, and eight of which one is left. What a storefront has to know of it
 * goes into the file that is named.
 */

const country = 'de'
const currency = 'eur'
const plenty = 1_000_000_000

export default async function furnish({ container, args: [file] }) {
  const run = async (workflow, input) => (await workflow(container).run({ input })).result
  const shop = { run, container, link: container.resolve('link'), query: container.resolve('query') }
  const { channel, key } = await makeChannel(shop)
  const region = await makeRegion(shop)
  const { location, profile, option } = await makeDelivery(shop, channel)
  const stocked = (name, stock) => makeProduct(shop, { name, stock, channel, location, profile })
  const known = { key, region: region.id, country, shipping: option.id, plenty: [], last: [] }
  for (let n = 1; n <= 16; n++) known.plenty.push(await stocked(`plenty-${n}`, plenty))
  for (let n = 1; n <= 8; n++) known.last.push(await stocked(`last-${n}`, 1))
  await writeFile(file, JSON.stringify(known))
}

async function makeChannel({ run, query }) {
  const [channel] = await run(createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Storefront' }] })
  const [key] = await run(createApiKeysWorkflow, {
    api_keys: [{ title: 'Storefront', type: 'publishable', created_by: '' }],
  })
  await run(linkSalesChannelsToApiKeyWorkflow, { id: key.id, add: [channel.id] })
  const { data: stores } = await query.graph({ entity: 'store', fields: ['id'] })
  await run(updateStoresWorkflow, {
    selector: { id: stores.map(({ id }) => id) },
    update: {
      supported_currencies: [{ currency_code: currency, is_default: true }],
      default_sales_channel_id: channel.id,
    },
  })
  return { channel, key: key.token }
}

async function makeRegion({ run }) {
  const [region] = await run(createRegionsWorkflow, {
    regions: [{ name: 'Germany', currency_code: currency, countries: [country], payment_providers: ['pp_card_card'] }],
  })
  const vat = { rate: 19, code: 'vat', name: 'VAT' }
  await run(createTaxRegionsWorkflow, [{ country_code: country, provider_id: 'tp_system', default_tax_rate: vat }])
  return region
}

async function makeDelivery({ run, link, container }, channel) {
  const [location] = await run(createStockLocationsWorkflow, {
    locations: [{ name: 'Warehouse', address: { address_1: 'Hafen 1', city: 'Hamburg', country_code: country } }],
  })
  const [profile] = await run(createShippingProfilesWorkflow, { data: [{ name: 'Parcel', type: 'parcel' }] })
  const set = await container.resolve('fulfillment').createFulfillmentSets({
    name: 'Parcels',
    type: 'shipping',
    service_zones: [{ name: 'Germany', geo_zones: [{ type: 'country', country_code: country }] }],
  })
  const stock_location = { stock_location_id: location.id }
  await link.create([
    { stock_location, fulfillment: { fulfillment_provider_id: 'manual_manual' } },
    { stock_location, fulfillment: { fulfillment_set_id: set.id } },
  ])
  await run(linkSalesChannelsToStockLocationWorkflow, { id: location.id, add: [channel.id] })
  const [option] = await run(createShippingOptionsWorkflow, [
    {
      name: 'Parcel',
      price_type: 'flat',
      provider_id: 'manual_manual',
      service_zone_id: set.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: 'Parcel', description: 'In three days', code: 'parcel' },
      prices: [{ currency_code: currency, amount: 5 }],
      rules: [
        { attribute: 'enabled_in_store', operator: 'eq', value: 'true' },
        { attribute: 'is_return', operator: 'eq', value: 'false' },
      ],
    },
  ])
  return { location, profile, option }
}

async function makeProduct({ run, query }, { name, stock, channel, location, profile }) {
  const [product] = await run(createProductsWorkflow, {
    products: [
      {
        title: name,
        status: 'published',
        shipping_profile_id: profile.id,
        sales_channels: [{ id: channel.id }],
        options: [{ title: 'Size', values: ['One'] }],
        variants: [
          {
            title: name,
            sku: name,
            options: { Size: 'One' },
            manage_inventory: true,
            prices: [{ currency_code: currency, amount: 100 }],
          },
        ],
      },
    ],
  })
  const { data: items } = await query.graph({ entity: 'inventory_item', fields: ['id'], filters: { sku: name } })
  await run(createInventoryLevelsWorkflow, {
    inventory_levels: items.map(({ id }) => ({
      inventory_item_id: id,
      location_id: location.id,
      stocked_quantity: stock,
    })),
  })
  return product.variants[0].id
}
