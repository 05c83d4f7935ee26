import { type TreeDocument, textOf } from './tree.ts';

type Headers = readonly (readonly [name: string, value: string])[];

/** Challenge pages have little text. */
const MAX_TEXT = 1_500;
const MARKUP_LENGTH = 200_000;

const HEADERS: readonly (readonly [by: string, name: string, value: RegExp])[] = [
  ['Cloudflare challenge', 'cf-mitigated', /challenge/i],
  ['AWS WAF challenge', 'x-amzn-waf-action', /challenge|captcha/i],
  ['DataDome challenge', 'x-datadome', /protected/i],
];

const MARKUP: readonly (readonly [by: string, markup: RegExp])[] = [
  [
    'Cloudflare challenge',
    /cf[_-]chl[_-]opt|\/cdn-cgi\/challenge-platform\/h\/|id="challenge-(?:form|stage)"/i,
  ],
  ['DataDome challenge', /captcha-delivery\.com/i],
  ['Imperva challenge', /_Incapsula_Resource/i],
  ['PerimeterX challenge', /px-captcha|perimeterx\.net/i],
  ['AWS WAF challenge', /awswaf\.com|aws-waf-token/i],
  ['Anubis challenge', /id="anubis_challenge"/i],
  ['Akamai refusal', /errors\.edgesuite\.net|Reference&#32;&#35;/i],
];

const WORDS =
  /\b(?:are you (?:a )?(?:robot|human)|not a robot|verify(?:ing)? (?:that )?you are (?:a )?human|unusual traffic|automated (?:access|requests|queries)|access (?:to this page )?(?:has been |is )?denied|just a moment|checking your browser|enable javascript and cookies to continue)\b/i;

/** Statuses that refuse the crawler, not the address. */
const REFUSALS: ReadonlyMap<number, string> = new Map([
  [401, 'asks for a password (401)'],
  [403, 'refuses us (403)'],
  [407, 'asks for a proxy password (407)'],
  [429, 'asks us to stay away (429)'],
  [451, 'refuses for legal reasons (451)'],
]);

/** Says by whom or what a site blocks us, judged by status and headers alone. */
export function blockedBy(status: number, headers: Headers): string | undefined {
  for (const [by, name, value] of HEADERS) {
    if (headers.some(([header, given]) => header.toLowerCase() === name && value.test(given))) return by;
  }
  return REFUSALS.get(status);
}

/** Detects a challenge page instead of the requested one, by the markup of known services or by words. */
export function detectBotChallenge(html: string, tree: TreeDocument): string | undefined {
  const text = `${tree.title} ${textOf(tree.root, MAX_TEXT + 1)}`;
  if (text.length > MAX_TEXT) return undefined;
  const head = html.slice(0, MARKUP_LENGTH);
  const challenge = MARKUP.find(([, markup]) => markup.test(head))?.[0];
  if (challenge !== undefined) return challenge;
  const asks = WORDS.exec(text)?.[0];
  return asks === undefined ? undefined : `asks who we are (“${asks.toLowerCase()}”)`;
}
