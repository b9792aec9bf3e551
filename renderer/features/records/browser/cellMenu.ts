import Braces from '@lucide/svelte/icons/braces';
import Copy from '@lucide/svelte/icons/copy';
import FileDown from '@lucide/svelte/icons/file-down';
import Funnel from '@lucide/svelte/icons/funnel';
import PanelRight from '@lucide/svelte/icons/panel-right';
import type { Condition } from '../../../../preload/contract/query.ts';
import type { PartialRecord } from '../../../../preload/contract/records.ts';
import type { ResourceName } from '../../../../preload/contract/resources.ts';
import { conditionOn } from '../../../fields/condition.ts';
import type { CopyOptions } from '../../../fields/copyText.ts';
import type { ShownField } from '../../../fields/infer.ts';
import { present } from '../../../fields/present.ts';
import { count } from '../../../format/numbers.ts';
import { valueIn } from '../../../fields/value.ts';
import type { RecordAction } from '../../../shell/recordActions.svelte.ts';
import type { MenuEntry } from '../../../ui/controls/menu.ts';
import { groupNoun } from '../../../query/totals.ts';
import { cellCount, type CellRange } from '../../../ui/grid/selection.ts';

interface CellMenu {
  readonly resource: ResourceName;
  readonly record: PartialRecord | undefined;
  readonly field: ShownField;
  readonly range: CellRange;
  readonly copy: (options: CopyOptions) => void;
  readonly save?: { readonly whyNot: string | undefined; readonly run: () => void } | undefined;
  readonly open: (record: PartialRecord) => void;
  readonly narrow: (condition: Condition) => void;
  readonly actions: readonly RecordAction[];
}

const longestValue = 24;

export function cellMenu({
  resource,
  record,
  field,
  range,
  copy,
  save,
  open,
  narrow,
  actions,
}: CellMenu): MenuEntry[] {
  const cells = cellCount(range);
  const copies: MenuEntry[] = [
    {
      label: cells === 1 ? 'Copy' : `Copy ${count(cells)} cells`,
      icon: Copy,
      keys: 'Ctrl C',
      run: () => copy({ format: 'tsv', headings: false }),
    },
    {
      label: 'Copy with headings',
      run: () => copy({ format: 'tsv', headings: true }),
    },
    {
      label: 'Copy as CSV',
      run: () => copy({ format: 'csv', headings: true }),
    },
    {
      label: 'Copy as JSON',
      icon: Braces,
      run: () => copy({ format: 'json', headings: true }),
    },
    {
      label: 'Copy as Markdown',
      run: () => copy({ format: 'markdown', headings: true }),
    },
  ];
  const saving: MenuEntry[] =
    save === undefined
      ? []
      : [
          {
            label: cells === 1 ? 'Export the cell…' : `Export ${count(cells)} cells…`,
            icon: FileDown,
            divided: true,
            title: save.whyNot,
            disabled: save.whyNot !== undefined,
            run: save.run,
          },
        ];
  const condition = record === undefined ? null : conditionOn(resource, record, field);
  const narrowing: MenuEntry[] =
    record === undefined || condition === null
      ? []
      : [
          {
            label: `Filter to ${wordsOf(record, field)}`,
            icon: Funnel,
            divided: true,
            run: () => narrow(condition),
          },
          ...(condition.operator === 'equals'
            ? [
                {
                  label: `Exclude ${wordsOf(record, field)}`,
                  run: () => narrow({ ...condition, operator: 'notEquals' }),
                },
              ]
            : []),
        ];
  return [
    ...copies,
    ...saving,
    ...narrowing,
    ...actions.map(({ label, icon, disabled = false, title, run }, at) => ({
      label,
      icon,
      disabled,
      title,
      divided: at === 0,
      run,
    })),
    ...(record === undefined
      ? []
      : [
          {
            label: 'Open the record',
            icon: PanelRight,
            keys: 'Enter',
            divided: true,
            run: () => open(record),
          },
        ]),
  ];
}

function wordsOf(record: PartialRecord, field: ShownField): string {
  const text = present(field, valueIn(record, field))?.short ?? '';
  return `${groupNoun(field)} ${text.length > longestValue ? `${text.slice(0, longestValue)}…` : text}`;
}
