import { Command, InvalidArgumentError, Option } from 'commander';
import type { PropertyKind } from '../../wings/air-quality/property/index.ts';

interface Flags {
  city?: string;
  place?: string;
  deal: 'sale' | 'rent';
  type: string;
  area?: string;
  bedrooms?: number;
  price?: string;
  sources: string[];
  storage: string;
  json?: true;
}

export function propertyCommand(): Command {
  return new Command('property')
    .description(
      'asking prices of a region with the PM2.5 of its divisions, the value of your own property, comparable homes with cleaner air',
    )
    .argument('<region>', 'punjab, or the path of a region file')
    .option('--city <city>', 'only this city; with --place and --area, where your own property is')
    .option('--place <place>', 'division or locality of your own property')
    .addOption(new Option('--deal <deal>', 'sale or rent prices').choices(['sale', 'rent']).default('sale'))
    .option('--type <type>', 'house, flat, plot, shop, office, industrial or farm land', 'flat')
    .option('--area <size>', "size of your own property, such as '1200 sq ft', '10 marla', '150 sq yd'")
    .option('--bedrooms <n>', 'bedrooms of your own property', whole)
    .option('--price <rupees>', "asking price of your own property, such as '45 lakh'")
    .option(
      '--sources <list>',
      'files of listings to use instead of the collected ones; may be repeated',
      list,
      [],
    )
    .option('--storage <dir>', 'where "fieldfare air-quality" has kept its figures', 'storage')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

const EXAMPLES = `
Examples:
  fieldfare property punjab
  fieldfare property punjab --city Ludhiana --place 'Sarabha Nagar' --type flat --area '1200 sq ft' --price '75 lakh'
  fieldfare property punjab --deal rent --type shop --sources ../shared/datasets/real-estate/isthmus_punjab_listings.csv

Listings come from what "fieldfare air-quality" collected. Prices are asking prices. A report with charts and tables is written, too.`;

async function run(name: string, flags: Flags): Promise<void> {
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
  process.stdout.write(
    flags.json ? `${JSON.stringify(overview)}\n` : `${propertyText(overview)}\nReport: ${report}\n`,
  );
}

const list = (value: string, before: string[]): string[] => [
  ...before,
  ...value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
];

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

function whole(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('expected a whole number above 0');
  return number;
}
