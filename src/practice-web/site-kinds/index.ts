/** All kinds of site. */

import type { SiteKind } from '../site.ts';
import { airline } from './airline.ts';
import { antiquarian } from './antiquarian.ts';
import { bookshop } from './bookshop.ts';
import { cinema } from './cinema.ts';
import { electronics } from './electronics.ts';
import { estateAgent } from './estate-agent.ts';
import { filmCalendar } from './film-calendar.ts';
import { guestHouses } from './guest-houses.ts';
import { hotelChain } from './hotel-chain.ts';
import { library } from './library.ts';
import { newHomes } from './new-homes.ts';
import { priceComparison } from './price-comparison.ts';
import { recordStore } from './record-store.ts';
import { soundArchive } from './sound-archive.ts';
import { travelPortal } from './travel-portal.ts';

export { HUBS } from './hub.ts';
export { OFF_TOPIC } from './off-topic.ts';

/** In the order in which a small web takes them: the first six cover all seven domains. */
export const DEEP: readonly SiteKind[] = [
  bookshop,
  travelPortal,
  recordStore,
  cinema,
  electronics,
  estateAgent,
  library,
  hotelChain,
  airline,
  antiquarian,
  filmCalendar,
  soundArchive,
  priceComparison,
  newHomes,
  guestHouses,
];
