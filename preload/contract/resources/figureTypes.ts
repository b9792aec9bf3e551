import type { FieldType } from './types.ts';

/**
 * What a value of each type of field is where it is computed with, formatted or compared by a threshold. Nested records are the texts that
 * name them, as in the grid.
 */
export const figureTypes = {
  integer: 'number',
  number: 'number',
  metric: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'date',
  id: 'text',
  text: 'text',
  url: 'text',
  color: 'text',
  address: 'text',
  hash: 'text',
  'id-list': 'text',
  'text-list': 'text',
  object: 'text',
  'object-list': 'text',
} as const satisfies Record<FieldType, string>;

export type FigureType = (typeof figureTypes)[FieldType];
