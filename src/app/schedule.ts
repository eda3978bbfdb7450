import { forgetOldAlerts, noticeStaleSources, sendDueDigests, tellAlert } from '../alerts/index.ts'
import {
  checkVatNumber,
  expireOrders,
  followPaymentChange,
  recheckVatNumbers,
  recoverAtStart,
  recoverCheckouts,
  renewSubscriptions,
} from '../commerce/index.ts'
import { sendReverseDns, tendReverseDns } from '../dns/index.ts'
import { forgetExpired, mailPasswordReset, tendKeys, warnOfKeys } from '../identity/index.ts'
import {
  finishCardPage,
  finishRefundsLeftBehind,
  forgetMethod,
  keepPaidCard,
  payOutHolders,
} from '../invoicing/index.ts'
import { forgetAnswers, forgetOldEvents, sealAuditLog } from '../kernel/work/housekeeping.ts'
import type { AnyJob, Scheduled } from '../kernel/work/jobs.ts'
import { deliverMail } from '../kernel/work/mail.ts'
import { tellListeners } from '../kernel/work/outbox.ts'
import { noteGoneRoutes, releaseReadyLetters, renewLetters } from '../letters/index.ts'
import { importDueSources, noticeDueSources, performAskedImport, tendRdap } from '../network/index.ts'
import {
  bringChecksForward,
  checkDueOffers,
  checkManyOffers,
  checkOffer,
  completeCommitments,
  endRests,
  failLapsedProofs,
  foldMap,
  forgetMailedCodes,
  lookAtProofs,
  lookForSearchers,
  placeFreeBlocks,
  placeMarket,
  releaseLapsedHolds,
} from '../market/index.ts'
import { lookAtBlock, lookAtBlocks, noticeOldData, tellOfHealth, walkPrefixes } from '../prefixes/index.ts'
import {
  noteSeenObjects,
  planHolder,
  planRouting,
  planWaitingLetters,
  tendConnector,
  wakeForgottenConnectors,
} from '../routing/index.ts'
import { forgetOldDeliveries, sendToEndpoint, sendToLaggard, wakeForgottenEndpoints } from '../webhooks/index.ts'

/** The timetable, in real time; all times UTC. */
export const schedule: readonly Scheduled[] = [
  { cron: '* * * * *', job: tellListeners },
  { cron: '* * * * *', job: sealAuditLog },
  { cron: '* * * * *', job: releaseLapsedHolds },
  { cron: '* * * * *', job: endRests },
  { cron: '* * * * *', job: finishRefundsLeftBehind },
  { cron: '* * * * *', job: recoverCheckouts },
  { cron: '* * * * *', job: expireOrders },
  { cron: '* * * * *', job: failLapsedProofs },
  { cron: '* * * * *', job: checkDueOffers },
  { cron: '* * * * *', job: lookForSearchers },
  { cron: '* * * * *', job: foldMap },
  { cron: '* * * * *', job: placeFreeBlocks },
  { cron: '* * * * *', job: renewSubscriptions },
  { cron: '* * * * *', job: wakeForgottenEndpoints },
  { cron: '* * * * *', job: wakeForgottenConnectors },
  { cron: '* * * * *', job: tendReverseDns },
  { cron: '*/5 * * * *', job: completeCommitments },
  { cron: '*/5 * * * *', job: lookAtProofs },
  { cron: '*/5 * * * *', job: noticeDueSources },
  { cron: '*/5 * * * *', job: noticeStaleSources },
  { cron: '*/5 * * * *', job: sendDueDigests },
  { cron: '1 * * * *', job: payOutHolders },
  { cron: '7 * * * *', job: forgetAnswers },
  { cron: '37 * * * *', job: recheckVatNumbers },
  { cron: '12 * * * *', job: warnOfKeys },
  { cron: '17 * * * *', job: forgetExpired },
  { cron: '27 * * * *', job: forgetMailedCodes },
  { cron: '47 * * * *', job: noticeOldData },
  { cron: '27 3 * * *', job: forgetOldEvents },
  { cron: '37 3 * * *', job: forgetOldAlerts },
  { cron: '17 3 * * *', job: forgetOldDeliveries },
  { cron: '57 3 * * *', job: renewLetters },
  { cron: '37 2 * * *', job: tendKeys },
  { cron: '57 4 * * 1', job: tendRdap },
]

/** Every job there is. */
export const jobs: readonly AnyJob[] = [
  ...schedule.map(({ job }) => job),
  deliverMail,
  mailPasswordReset,
  tellAlert,
  sendToEndpoint,
  sendToLaggard,
  sendReverseDns,
  checkOffer,
  checkManyOffers,
  bringChecksForward,
  placeMarket,
  noteGoneRoutes,
  releaseReadyLetters,
  planRouting,
  planHolder,
  planWaitingLetters,
  noteSeenObjects,
  tendConnector,
  walkPrefixes,
  lookAtBlock,
  lookAtBlocks,
  tellOfHealth,
  followPaymentChange,
  recoverAtStart,
  checkVatNumber,
  forgetMethod,
  finishCardPage,
  keepPaidCard,
  importDueSources,
  performAskedImport,
]
