import { describe, expect, test } from 'vitest';
import { decodeHtml } from '../../../src/foundation/http/index.ts';
import { formEncoding } from '../../../src/foundation/text/index.ts';

const bytes = (...parts: (string | readonly number[] | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Uint8Array.from(part))));

const GROESSE_1252 = bytes('<p>Gr', [0xf6, 0xdf], 'e');

describe('decodeHtml', () => {
  test.each([
    ['the HTTP header', GROESSE_1252, 'text/html; charset=ISO-8859-1', '<p>Größe', 'windows-1252'],
    ['a quoted charset', GROESSE_1252, 'text/html;charset="latin1"', '<p>Größe', 'windows-1252'],
    [
      'the header over a meta that lies',
      Buffer.from('<meta charset=windows-1251><p>Größe'),
      'text/html; charset=utf-8',
      'Größe',
      'utf-8',
    ],
    [
      'a byte-order mark over the header',
      bytes([0xef, 0xbb, 0xbf], 'Größe'),
      'text/html; charset=windows-1251',
      'Größe',
      'utf-8',
    ],
    [
      'UTF-16 by its mark',
      bytes([0xff, 0xfe], Buffer.from('Größe', 'utf16le')),
      undefined,
      'Größe',
      'utf-16le',
    ],
    ['meta', bytes('<meta charset=windows-1251><p>', [0xcf, 0xf0, 0xe8]), 'text/html', 'При', 'windows-1251'],
    [
      'meta http-equiv',
      bytes(
        '<meta http-equiv=content-type content="text/html; charset=shift_jis">',
        [0x93, 0xfa, 0x96, 0x7b],
      ),
      undefined,
      '日本',
      'shift_jis',
    ],
    [
      'a meta that claims UTF-16 but cannot be',
      bytes('<meta charset=utf-16>Größe'),
      undefined,
      'Größe',
      'utf-8',
    ],
    ['a Korean extension syllable', bytes([0x8c, 0x63]), 'text/html; charset=euc-kr', '똠', 'euc-kr'],
    ['nothing declared, valid UTF-8', Buffer.from('<p>Größe'), undefined, 'Größe', 'utf-8'],
    ['nothing declared, not UTF-8', GROESSE_1252, 'text/html', 'Größe', 'windows-1252'],
    ['nothing declared, ASCII', Buffer.from('plain'), '', 'plain', 'windows-1252'],
    ['an unknown label', Buffer.from('<p>Größe'), 'text/html; charset=klingon', 'Größe', 'utf-8'],
    [
      'smart quotes of windows-1252',
      bytes([0x93], 'hi', [0x94]),
      'text/html; charset=iso-8859-1',
      '“hi”',
      'windows-1252',
    ],
  ])('follows %s', (_what, body, contentType, text, encoding) => {
    const decoded = decodeHtml(body, contentType);
    expect(decoded.text).toContain(text);
    expect(decoded.encoding).toBe(encoding);
  });

  test.each([
    ['shift_jis', '図書館の蔵書を検索した結果は三件です。東京都立図書館の本'],
    ['euc-jp', '図書館の蔵書を検索した結果は三件です。東京都立図書館の本'],
    ['euc-kr', '도서관에서 찾은 책 목록과 대출 안내 페이지입니다'],
    ['gb18030', '图书馆检索结果共三条，请选择您要借阅的图书'],
    ['windows-1251', 'Результаты поиска: найдено три книги в каталоге библиотеки'],
    ['koi8-r', 'Результаты поиска: найдено три книги в каталоге библиотеки'],
    ['windows-1252', 'Résultats de la recherche : « l’école des élèves », très préférée à Noël'],
    ['windows-1252', 'Größe und Höhe der Bücher über die schöne Müllerin, für Gäste'],
  ])('guesses %s where nothing is declared', (label, text) => {
    const letters = formEncoding(undefined, label).encode(text);
    const page = bytes(
      '<html><head><title>',
      Buffer.from(letters),
      '</title></head><body><p class=x>',
      Buffer.from(letters),
    );
    expect(decodeHtml(page)).toEqual({ encoding: label, text: expect.stringContaining(text) });
  });

  test('finds a meta far down a long head, but none in the body', () => {
    const script = `<script>${'x'.repeat(5000)}</script>`;
    const late = bytes(`<head>${script}<meta charset=windows-1251></head><body>`, [0xcf]);
    expect(decodeHtml(late).encoding).toBe('windows-1251');
    const inBody = bytes(`<head>${script}</head><body><meta charset=windows-1251>`, [0xcf]);
    expect(decodeHtml(inBody).encoding).toBe('windows-1252');
  });

  test('broken sequences become replacement characters, and nothing throws', () => {
    expect(decodeHtml(bytes('a', [0xff, 0xfe, 0xc3], 'b'), 'text/html; charset=utf-8').text).toBe(
      'a\uFFFD\uFFFD\uFFFDb',
    );
    expect(decodeHtml(Buffer.from('<script>'), 'text/html; charset=iso-2022-kr').text).toBe('\uFFFD');
    expect(decodeHtml(Buffer.alloc(0)).text).toBe('');
    expect(decodeHtml(bytes([0xef, 0xbb, 0xbf], 'x')).text).toBe('x');
  });
});
