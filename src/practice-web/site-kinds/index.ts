/** All kinds of site. */

import type { SiteKind } from '../site.ts';
import { airline } from './airline.ts';
import { antiquarian } from './antiquarian.ts';
import { auctionHouse } from './auction-house.ts';
import { bookExchange } from './book-exchange.ts';
import { bookshop } from './bookshop.ts';
import { charterDesk } from './charter-desk.ts';
import { cinema } from './cinema.ts';
import { electronics } from './electronics.ts';
import { estateAgent } from './estate-agent.ts';
import { fareApp } from './fare-app.ts';
import { filmApp } from './film-app.ts';
import { filmCalendar } from './film-calendar.ts';
import { guestHouses } from './guest-houses.ts';
import { hostelNetwork } from './hostel-network.ts';
import { hotelChain } from './hotel-chain.ts';
import { landRegister } from './land-register.ts';
import { lettingPortal } from './letting-portal.ts';
import { library } from './library.ts';
import { newHomes } from './new-homes.ts';
import { outlet } from './outlet.ts';
import { priceComparison } from './price-comparison.ts';
import { readingRoom } from './reading-room.ts';
import { recordFair } from './record-fair.ts';
import { recordStore } from './record-store.ts';
import { soundArchive } from './sound-archive.ts';
import { travelPortal } from './travel-portal.ts';
import { universityPress } from './university-press.ts';

export { HUBS, isHub, WIDE_HUBS } from './hub.ts';
export { MORE_OFF_TOPIC } from './more-off-topic.ts';
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

/** Kinds that only larger webs have: the usual web stays small and the same. */
export const MORE_DEEP: readonly SiteKind[] = [
  outlet,
  lettingPortal,
  recordFair,
  filmApp,
  fareApp,
  universityPress,
  hostelNetwork,
  auctionHouse,
  bookExchange,
  readingRoom,
  charterDesk,
  landRegister,
];
