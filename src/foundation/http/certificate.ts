/** Makes a throw-away certificate for the browser proxy. No authority signs it: one browser accepts it, by the hash of its key. */

import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

interface ThrowAwayCertificate {
  /** PEM */
  readonly certificate: string;
  /** PEM */
  readonly key: string;
  /** Base64 SHA-256 of the public key's SubjectPublicKeyInfo, as Chromium's `spki-list` switch takes it. */
  readonly spkiHash: string;
}

/** Distinguished Encoding Rules (X.690): tag, length, content. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OID = 0x06;
const UTF8_STRING = 0x0c;
const GENERALIZED_TIME = 0x18;
const SEQUENCE = 0x30;
const SET = 0x31;
const TAGGED = 0xa0;

const ECDSA_WITH_SHA256 = der(SEQUENCE, der(OID, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = der(OID, Buffer.from('550403', 'hex'));
const SUBJECT_ALT_NAME = der(OID, Buffer.from('551d11', 'hex'));

const name = (common: string): Buffer =>
  der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(common)))));

const time = (date: Date): Buffer =>
  der(GENERALIZED_TIME, Buffer.from(`${date.toISOString().replace(/[-:T]|\..*/g, '')}Z`));

const DAY_MS = 86_400_000;

/** To-be-signed part of an X.509 v3 certificate (RFC 5280, 4.1), issuer and subject the same. */
const toBeSigned = (publicKey: KeyObject, now: Date): Buffer => {
  const version3 = der(TAGGED, der(INTEGER, Buffer.from([2])));
  const serial = der(INTEGER, Buffer.from([1]));
  const validity = der(
    SEQUENCE,
    time(new Date(now.getTime() - DAY_MS)),
    time(new Date(now.getTime() + 90 * DAY_MS)),
  );
  const dnsName = der(0x82, Buffer.from('fieldfare.invalid'));
  const altNames = der(SEQUENCE, SUBJECT_ALT_NAME, der(OCTET_STRING, der(SEQUENCE, dnsName)));
  const extensions = der(TAGGED + 3, der(SEQUENCE, altNames));
  const subject = name('Fieldfare browser proxy');
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return der(SEQUENCE, version3, serial, ECDSA_WITH_SHA256, subject, validity, subject, spki, extensions);
};

/** A new key and its self-signed certificate, good for 90 days from `now`. */
export const makeCertificate = (now: Date): ThrowAwayCertificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = toBeSigned(publicKey, now);
  const signature = sign('sha256', body, privateKey);
  const whole = der(SEQUENCE, body, ECDSA_WITH_SHA256, der(BIT_STRING, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    spkiHash: createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64'),
  };
};
