/** The subjects: seven domains, and what off-topic sites write about. */

import type { DomainName } from '../truth.ts';
import { book } from './book.ts';
import type { Catalog } from './catalog.ts';
import { flight } from './flight.ts';
import { hotel } from './hotel.ts';
import { music } from './music.ts';
import { premiere } from './premiere.ts';
import { product } from './product.ts';
import { property } from './property.ts';

export const CATALOGS: Readonly<Record<DomainName, Catalog>> = {
  book,
  flight,
  hotel,
  music,
  premiere,
  product,
  property,
};
