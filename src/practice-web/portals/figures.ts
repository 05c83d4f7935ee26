/** What the official stations of three cities published at eleven moments, as they published it: sub-indexes, not µg/m³. */

/** Named on every page that shows a figure. */
export const SOURCE =
  'Central Pollution Control Board, India: Real time Air Quality Index (data.gov.in, Government Open Data License - India)';

/** Smallest, largest and mean; null where the station published NA. */
type Figures = readonly [min: number, max: number, mean: number] | null;

export interface Snapshot {
  /** As the feed writes it, India's time. */
  readonly time: string;
  readonly cities: Readonly<Record<string, Readonly<Partial<Record<'PM2.5' | 'PM10', Figures>>>>>;
}

interface OfficialStation {
  readonly city: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

export const OFFICIAL: readonly OfficialStation[] = [
  { city: 'Amritsar', name: 'Golden Temple, Amritsar - PPCB', latitude: 31.62, longitude: 74.876512 },
  { city: 'Jalandhar', name: 'Civil Line, Jalandhar - PPCB', latitude: 31.321907, longitude: 75.578914 },
  {
    city: 'Ludhiana',
    name: 'Punjab Agricultural University, Ludhiana - PPCB',
    latitude: 30.9028,
    longitude: 75.8086,
  },
];

export const SNAPSHOTS: readonly Snapshot[] = [
  {
    time: '10-10-2017 16:00:00',
    cities: {
      Amritsar: { 'PM2.5': [60, 402, 202], PM10: [205, 417, 284] },
      Ludhiana: { 'PM2.5': [174, 334, 284], PM10: [181, 407, 280] },
    },
  },
  {
    time: '26-11-2018 10:00:00',
    cities: {
      Amritsar: { 'PM2.5': [69, 277, 126], PM10: [92, 201, 130] },
      Jalandhar: { 'PM2.5': [90, 210, 138], PM10: [104, 154, 126] },
      Ludhiana: { 'PM2.5': [31, 237, 98], PM10: [65, 226, 144] },
    },
  },
  {
    time: '23-10-2019 04:00:00',
    cities: {
      Amritsar: { 'PM2.5': [85, 355, 240], PM10: [97, 252, 167] },
      Jalandhar: { 'PM2.5': [57, 339, 175], PM10: [56, 223, 122] },
      Ludhiana: { 'PM2.5': [57, 309, 207], PM10: [96, 187, 148] },
    },
  },
  {
    time: '15-02-2021 07:00:00',
    cities: {
      Amritsar: { 'PM2.5': null, PM10: null },
      Jalandhar: { 'PM2.5': [39, 87, 63], PM10: [41, 109, 75] },
      Ludhiana: { 'PM2.5': [35, 291, 107], PM10: [51, 234, 118] },
    },
  },
  {
    time: '29-04-2021 02:00:00',
    cities: {
      Amritsar: { 'PM2.5': [70, 245, 118], PM10: [60, 117, 91] },
      Jalandhar: { 'PM2.5': [71, 136, 99], PM10: [91, 127, 113] },
      Ludhiana: { 'PM2.5': [77, 296, 144], PM10: [71, 203, 140] },
    },
  },
  {
    time: '18-02-2025 21:00:00',
    cities: {
      Amritsar: { 'PM2.5': [33, 137, 77], PM10: [45, 141, 96] },
      Jalandhar: { 'PM2.5': [38, 69, 50], PM10: [31, 141, 96] },
      Ludhiana: { 'PM2.5': [57, 118, 86], PM10: [69, 121, 99] },
    },
  },
  {
    time: '21-08-2025 09:00:00',
    cities: {
      Amritsar: { 'PM2.5': [38, 44, 39], PM10: [41, 48, 42] },
      Jalandhar: { 'PM2.5': [16, 48, 35], PM10: [22, 64, 47] },
      Ludhiana: { 'PM2.5': [19, 63, 43], PM10: [23, 75, 51] },
    },
  },
  {
    time: '04-09-2025 21:00:00',
    cities: {
      Amritsar: { 'PM2.5': [37, 40, 39], PM10: [40, 43, 42] },
      Jalandhar: { 'PM2.5': [36, 51, 41], PM10: [48, 68, 55] },
      Ludhiana: { 'PM2.5': [37, 54, 43], PM10: [44, 65, 51] },
    },
  },
  {
    time: '23-09-2025 12:00:00',
    cities: {
      Amritsar: { 'PM2.5': [65, 81, 67], PM10: [70, 86, 72] },
      Jalandhar: { 'PM2.5': [43, 73, 59], PM10: [57, 97, 79] },
      Ludhiana: { 'PM2.5': [36, 65, 45], PM10: [44, 78, 53] },
    },
  },
  {
    time: '26-02-2026 19:00:00',
    cities: {
      Amritsar: { 'PM2.5': [45, 107, 78], PM10: [62, 128, 103] },
      Jalandhar: { 'PM2.5': [44, 82, 59], PM10: [72, 105, 88] },
      Ludhiana: { 'PM2.5': [69, 125, 92], PM10: [83, 123, 105] },
    },
  },
  {
    time: '07-04-2026 21:00:00',
    cities: {
      Amritsar: { 'PM2.5': [63, 81, 68], PM10: [88, 109, 95] },
      Jalandhar: { 'PM2.5': [46, 96, 77], PM10: [50, 103, 84] },
      Ludhiana: { 'PM2.5': null, PM10: null },
    },
  },
];
