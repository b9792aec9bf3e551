import type { PartialRecord } from '../../../preload/contract/records.ts';
import { cellLook, faultLabel, type CellContext, type CellLook } from '../../fields/cell.ts';
import type { ShownField } from '../../fields/infer.ts';
import { fittedWidth } from './geometry.ts';

/** Widths in CSS pixels that fit these records and the headers. */
export function fittedWidths(
  fields: readonly ShownField[],
  records: readonly PartialRecord[],
  context: CellContext,
): Record<string, number> {
  const brush = document.createElement('canvas').getContext('2d');
  if (brush === null) return {};
  const { fontFamily, fontSize } = getComputedStyle(document.body);
  const measure = (text: string): number => brush.measureText(text).width;
  return Object.fromEntries(
    fields.map((field) => {
      const isCode = field.type === 'address' || field.type === 'hash';
      brush.font = `${field.name === context.resource.titleField ? '500 ' : ''}${fontSize} ${isCode ? 'monospace' : fontFamily}`;
      const widest = Math.max(
        0,
        ...records.map((record) => lookWidth(cellLook(record, field, context), measure)),
      );
      return [
        field.name,
        fittedWidth(
          field,
          widest + (field.name === context.resource.titleField ? 8 : 0),
          measure(field.label),
        ),
      ];
    }),
  );
}

const markPx = 24;

function lookWidth(look: CellLook, measure: (text: string) => number): number {
  switch (look.kind) {
    case 'empty':
      return 8;
    case 'networks':
      return look.names.reduce((sum, name) => sum + measure(name) + markPx, 0);
    case 'fault':
      return measure(faultLabel) + markPx;
    case 'yes':
    case 'no':
      return measure('Yes') + markPx;
    case 'url':
      return measure(look.url) + markPx;
    case 'color':
      return measure(look.color) + markPx;
    case 'text':
    case 'title':
    case 'link':
    case 'code':
    case 'label':
    case 'figure':
    case 'metric':
      return measure(look.text);
  }
}
