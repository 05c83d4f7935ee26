import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { extractForms, meaningsOf } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { scoreFields } from '../../src/wings/laboratory/forms/field-evaluation.ts';
import { labelledForms } from '../../src/wings/laboratory/forms/rows.ts';

const meanings = (inside: string): string[] => {
  const [form] = extractForms(parseTree(`<form action=/x>${inside}</form>`, 'http://site.example/'));
  if (form === undefined) throw new Error('no form');
  return meaningsOf(form);
};

describe('the meaning of a field', () => {
  it.each([
    ['one box beside a search button', '<input name=q><button>Search</button>', ['query']],
    [
      'a catalogue',
      '<input name=kw placeholder=Keywords><label>Title <input name=t></label><label>Author <input name=a></label><label>Publisher <input name=p></label><label>ISBN <input name=i></label>',
      ['keyword', 'title', 'person', 'publisher', 'identifier'],
    ],
    [
      'a journey',
      '<label>Leaving from <input name=a></label><label>Going to <input name=b></label><label>Departure <input type=date name=c></label><label>Return <input type=date name=d></label><label>Adults <select name=e><option>1<option>2</select></label>',
      ['origin', 'destination', 'date-start', 'date-end', 'people'],
    ],
    [
      'bounds of a price',
      '<label>Price from <input name=price_min></label><label>Price to <input name=price_max></label>',
      ['price-min', 'price-max'],
    ],
    [
      'German bounds',
      '<label>Preis von <input name=p1></label><label>Preis bis <input name=p2></label><label>Ort <input name=o></label>',
      ['price-min', 'price-max', 'city'],
    ],
    [
      'a box beside the search box, whose caption holds a little word of another language',
      '<input name=words placeholder="Search text"><input name=searchcolours placeholder="Filter by colour"><button>Search</button>',
      ['keyword', 'keyword'],
    ],
    [
      'Danish “By” by itself',
      '<label>By <input name=b></label><label>Dato <input name=d></label><button>Find</button>',
      ['city', 'date'],
    ],
    [
      'words that hold another word by chance',
      '<label>Resort <select name=resort><option>Alpine<option>Coast</select></label><label>Bed capacity <input name=capacity></label><label>Issuing authority <input name=authority></label><input type=submit value=Search>',
      ['place', 'number', 'keyword'],
    ],
    [
      'boxes of one name, which choose among things',
      '<input name=email><label><input type=checkbox name="newsletters[1]"> Newsletter A</label><label><input type=checkbox name="newsletters[2]"> Newsletter B</label><label><input type=checkbox name="newsletters[3]"> City news</label>',
      ['email', 'choice', 'choice', 'choice'],
    ],
    [
      'one box of its own, which asks for consent',
      '<input name=email><label><input type=checkbox name="newsletter"> Newsletter</label>',
      ['email', 'subscribe'],
    ],
    [
      'sizes that are no numbers',
      '<label>Size <select name=group_1><option>S<option>M<option>L</select></label>',
      ['choice'],
    ],
    [
      'a box that is named and called after e-mail, though it says log-in',
      '<label>Log in with your email address <input name=email></label><input type=password name=p>',
      ['email', 'password'],
    ],
    [
      'a name beside a first name with an accent',
      '<input type=email name=e><label>Votre prénom <input name=a></label><label>Votre nom <input name=b></label>',
      ['email', 'first-name', 'last-name'],
    ],
    [
      'options that are addresses',
      '<select name=go><option value="/a">One<option value="/b">Two<option value="http://c.example/">Three</select>',
      ['navigation'],
    ],
    [
      'a key of “data”, which is no date',
      '<input type=email name=e><label>Country <select name="member_data[country]"><option>France<option>Spain</select></label>',
      ['email', 'country'],
    ],
    [
      'a list’s arrangement',
      '<select name=s><option>Newest first<option>A - Z</select><label>Sort by <select name=o><option>x<option>y</select></label><label>Items per page <select name=n><option>10<option>20</select></label>',
      ['sort', 'sort', 'page-size'],
    ],
    [
      'an account',
      '<input name=email><input type=password name=p><input type=password name=p2><label><input type=checkbox name=t>I agree to the terms</label><label><input type=checkbox name=r>Remember me</label>',
      ['email', 'password', 'password-again', 'consent', 'remember'],
    ],
    [
      'a birthday, where somebody asks who one is',
      '<input type=email name=e><select name=d><option>2001<option>2002<option>2003</select>',
      ['email', 'birth'],
    ],
    [
      'a phrase, whose words alone would mean something else',
      '<input type=email name=e><label>Nome de utilizador <input name=a></label><label>Vor- und Nachname <input name=b></label><label>Raison sociale <input name=c></label><label>Imię i nazwisko <input name=d></label>',
      ['email', 'username', 'full-name', 'organization', 'full-name'],
    ],
    [
      'names whose first parts belong to the page, or whose last part is a type',
      '<input type=email name=e><input name="ctl00$Message$tbAgencyName"><select name="/shop/sort/Order.quantity"><option>1<option>2</select><input name="city:utf8:ustring">',
      ['email', 'organization', 'quantity', 'city'],
    ],
    [
      'digits that are no telephone number',
      '<input type=email name=e><label>ZIP code <input type=tel name=a></label><label>Card number <input type=tel name=b></label><label>Mobile <input type=tel name=c></label><label>Postleitzahl <input type=tel name=d></label>',
      ['email', 'postal-code', 'card', 'phone', 'postal-code'],
    ],
    [
      'a single box to tick, which asks yes or no',
      '<input name=q><label><input type=checkbox name=a> Rooms with a view</label><label><input type=checkbox name=b> Whole state</label><label><input type=checkbox name=c> Ganzes Land</label><button>Search</button>',
      ['query', 'choice', 'choice', 'choice'],
    ],
    [
      'a password that repeats none, whatever its name',
      '<label>Login <input name=l></label><input type=password name=password2>',
      ['username', 'password'],
    ],
    [
      'a date of birth that is called a date',
      '<input type=email name=e><label>Date <input name=nacimiento></label><label>Datum <input name=geburtsdatum></label>',
      ['email', 'birth', 'birth'],
    ],
    [
      'a message beside a notice of privacy, a code to copy and who sent one here',
      '<label>Your message (see our privacy policy) <textarea name=m></textarea></label><label>Type the code you see <input name=c></label><label>Empfohlen von <input name=r></label>',
      ['message', 'captcha', 'coupon'],
    ],
    [
      'captions in Hindi and Punjabi',
      '<input type=email name=e><label>आपका नाम <input name=a></label><label>मोबाइल <input name=b></label><label>ਪੂਰਾ ਨਾਂ <input name=c></label><label>ਸ਼ਹਿਰ <input name=d></label>',
      ['email', 'full-name', 'phone', 'full-name', 'city'],
    ],
    [
      'a year, where nobody does',
      '<select name=d><option>2001<option>2002<option>2003</select>',
      ['date-part'],
    ],
  ])('is told in %s', (_, html, expected) => {
    expect(meanings(html)).toEqual(expected);
  });

  it('is told for every control, whatever the form holds', () => {
    const html =
      '<input type=hidden name=h><input type=file name=f><textarea name=m></textarea><input name=x>';
    expect(meanings(html)).toEqual(['hidden', 'file', 'message', 'text']);
  });
});

const DEVELOPMENT = resolve(import.meta.dirname, '../../../shared/datasets/forms');
const present = existsSync(DEVELOPMENT);
if (!present) console.warn(`skipped: ${DEVELOPMENT} is not here`);

describe.skipIf(!present)('meanings on the development labels', () => {
  it('are right on ≥ .95 of the fields of search forms and ≥ .92 of all', async () => {
    const labelled = await Array.fromAsync(labelledForms(DEVELOPMENT));
    const { n, accuracy, search, missing } = scoreFields(labelled);
    expect(n).toBeGreaterThan(3_000);
    expect(accuracy).toBeGreaterThanOrEqual(0.92);
    expect(search.accuracy).toBeGreaterThanOrEqual(0.95);
    expect(missing).toBeLessThan(40);
  }, 60_000);
});
