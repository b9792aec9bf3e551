/** Countries of law and domicile. The ids are assumed. */
export interface Country {
  readonly id: number;
  readonly name: string;
  readonly code: string;
  readonly states: readonly string[];
}

export const countries: readonly Country[] = [
  { id: 1, name: 'United States', code: 'US', states: ['Delaware', 'New York', 'Wyoming', 'Nevada'] },
  { id: 2, name: 'Cayman Islands', code: 'KY', states: [] },
  { id: 3, name: 'British Virgin Islands', code: 'VG', states: [] },
  { id: 4, name: 'Luxembourg', code: 'LU', states: [] },
  { id: 5, name: 'Switzerland', code: 'CH', states: ['Zug', 'Zürich'] },
  { id: 6, name: 'Singapore', code: 'SG', states: [] },
  { id: 7, name: 'Germany', code: 'DE', states: ['Hessen'] },
  { id: 8, name: 'Liechtenstein', code: 'LI', states: [] },
  { id: 9, name: 'Ireland', code: 'IE', states: [] },
  { id: 10, name: 'France', code: 'FR', states: [] },
  { id: 11, name: 'Hong Kong', code: 'HK', states: [] },
  { id: 12, name: 'Bermuda', code: 'BM', states: [] },
];
