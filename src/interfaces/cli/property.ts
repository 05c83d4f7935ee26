import { z } from 'zod';
import { count, off, oneOf, texts } from '../../foundation/options/index.ts';
import type { PropertyKind } from '../../wings/air-quality/property/index.ts';
import { command, type FlagsOf, inStore, printJson, text } from '../terminal/index.ts';

const EXAMPLES = `Examples:
  fieldfare property punjab
  fieldfare property punjab --city Ludhiana --place 'Sarabha Nagar' --type flat --area '1200 sq ft' --price '75 lakh'
  fieldfare property punjab --deal rent --type shop --sources my-listings.csv

Listings come from what "fieldfare air-quality" collected. Prices are asking prices. A report with charts and tables is written, too.`;

const options = z.object({
  city: text.describe('<city> only this city; with --place and --area, where your own property is'),
  place: text.describe('<place> division or locality of your own property'),
  deal: oneOf(['sale', 'rent']).default('sale').describe('<deal> sale or rent prices'),
  type: z
    .string()
    .default('flat')
    .describe('<type> house, flat, plot, shop, office, industrial or farm land'),
  area: text.describe("<size> size of your own property, such as '1200 sq ft', '10 marla', '150 sq yd'"),
  bedrooms: count.optional().describe('bedrooms of your own property'),
  price: text.describe("<rupees> asking price of your own property, such as '45 lakh'"),
  sources: texts
    .describe('<list> files of listings to use instead of the collected ones; may be repeated')
    .meta({ commas: true }),
  ...inStore,
  storage: inStore.storage.describe('<dir> where "fieldfare air-quality" has kept its figures'),
  json: off.describe('print one JSON object'),
});
type Flags = FlagsOf<typeof options>;

export const propertyCommand = command({ options, help: EXAMPLES, run });

async function run(flags: Flags, name: string): Promise<void> {
  const { loadRegion } = await import('../../foundation/domain/index.ts');
  const { propertyText, reportProperty } = await import('../../wings/air-quality/index.ts');
  const region = loadRegion(name);
  const { area, price, kind } = await amounts(flags);
  const { overview, files } = await reportProperty({
    region,
    storage: flags.storage,
    sources: flags.sources,
    deal: flags.deal,
    kind,
    city: flags.city,
    own:
      area === undefined ? undefined : { place: flags.place, area, bedrooms: flags.bedrooms ?? null, price },
  });
  const [report = ''] = files;
  if (flags.json) printJson(overview);
  else process.stdout.write(`${propertyText(overview)}\nReport: ${report}\n`);
}

/** The room is loaded when the command runs, so amounts are read then. */
async function amounts({
  area,
  price,
  type,
}: Flags): Promise<{ area?: number; price: number | null; kind: PropertyKind }> {
  const { KINDS, rupeesOf, squareFeetOf } = await import('../../wings/air-quality/property/index.ts');
  const { FeedError } = await import('../../wings/air-quality/index.ts');
  const kind = KINDS.find((one) => one === type);
  if (kind === undefined) throw new FeedError(`--type ${type}: expected one of ${KINDS.join(', ')}`);
  const feet = area === undefined ? undefined : squareFeetOf(area);
  if (feet === null)
    throw new FeedError(`--area ${area}: expected an area with its unit, as '1200 sq ft' or '10 marla'`);
  const rupees = price === undefined ? null : rupeesOf(price);
  if (price !== undefined && rupees === null)
    throw new FeedError(`--price ${price}: expected rupees, as 4500000 or '45 lakh'`);
  return { ...(feet === undefined ? {} : { area: feet }), price: rupees, kind };
}
