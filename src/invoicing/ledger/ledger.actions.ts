export { ledgerInBatches, listLedger } from './list.store.ts'
