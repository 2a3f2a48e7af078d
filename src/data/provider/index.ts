// What the server offers beyond the specification.
export { isMailConnected, storedMailsWords, storedMailWords } from './mail.ts';
export { mailConnectedQuery } from './mail-query.ts';
export { bareOffers, currentOffers, lastOffers, type Offers, useOffers } from './offers.ts';
export { serverStateQuery, stateJobsQuery, stateMailsQuery } from './server-state.ts';
