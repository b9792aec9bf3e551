import Activity from '@lucide/svelte/icons/activity';
import Braces from '@lucide/svelte/icons/braces';
import Columns from '@lucide/svelte/icons/columns-3';
import Copy from '@lucide/svelte/icons/copy';
import Eye from '@lucide/svelte/icons/eye';
import Wallet from '@lucide/svelte/icons/wallet';
import FileDown from '@lucide/svelte/icons/file-down';
import Funnel from '@lucide/svelte/icons/funnel';
import PanelRight from '@lucide/svelte/icons/panel-right';
import type { Condition } from '../../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../../preload/contract/records.ts';
import { resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import { partiesOf } from '../../../../preload/contract/transactionKinds.ts';
import { conditionOn } from '../../../fields/condition.ts';
import type { CopyOptions } from '../../../fields/copyText.ts';
import type { ShownField } from '../../../fields/infer.ts';
import { linksOf } from '../../../fields/links.ts';
import { present } from '../../../fields/present.ts';
import { valueIn } from '../../../fields/value.ts';
import type { MenuEntry } from '../../../ui/controls/menu.ts';
import { groupNoun } from './totals.ts';
import { cellCount, rowCountOf, type CellRange } from '../../../ui/grid/selection.ts';

export interface CellMenu {
  readonly resource: ResourceName;
  /** The record of the cell; undefined for a row that is not loaded. */
  readonly record: ResourceRecord | undefined;
  readonly field: ShownField;
  readonly range: CellRange;
  readonly copy: (options: CopyOptions) => void;
  /** Writes the cells to a file; undefined where some of their records are not loaded. */
  readonly save?: (() => void) | undefined;
  readonly open: (record: ResourceRecord) => void;
  /** Puts the selected records side by side; undefined where they are too few or too many. */
  readonly compare?: (() => void) | undefined;
  readonly narrow: (condition: Condition) => void;
  /** Shows what is known of the wallet in the cell. */
  readonly openWallet: (address: string) => void;
  /** Shows what is known of the transactions of the token in the cell. */
  readonly openActivity: (tokenId: string | number) => void;
  /** Begins a watchlist of the wallet in the cell. */
  readonly watch: (address: string) => void;
}

/** A value longer than this is cut short in the menu. */
const longestValue = 24;

/** What can be done with the selected cells, and with the one under the pointer. */
export function cellMenu({
  resource,
  record,
  field,
  range,
  copy,
  save,
  open,
  compare,
  narrow,
  openWallet,
  openActivity,
  watch,
}: CellMenu): MenuEntry[] {
  const cells = cellCount(range);
  const copies: MenuEntry[] = [
    {
      label: cells === 1 ? 'Copy' : `Copy ${cells.toLocaleString()} cells`,
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
            label: cells === 1 ? 'Export the cell…' : `Export ${cells.toLocaleString()} cells…`,
            icon: FileDown,
            divided: true,
            run: save,
          },
        ];
  if (record === undefined) return [...copies, ...saving];
  const condition = conditionOn(resource, record, field);
  const narrowing: MenuEntry[] =
    condition === null
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
  const wallet = walletIn(record, field);
  const watching: MenuEntry[] =
    wallet === null
      ? []
      : [
          {
            label: 'Open this wallet',
            icon: Wallet,
            divided: true,
            run: () => openWallet(wallet),
          },
          {
            label: 'Watch this wallet…',
            icon: Eye,
            run: () => watch(wallet),
          },
        ];
  const token = linksOf(resources[resource], field, record).find((link) => link.resource === 'tokens');
  const opening: MenuEntry[] =
    token === undefined
      ? []
      : [
          {
            label: 'Open this token’s activity',
            icon: Activity,
            divided: true,
            run: () => openActivity(token.id),
          },
        ];
  const comparing: MenuEntry[] =
    compare === undefined
      ? []
      : [
          {
            label: `Compare ${rowCountOf(range).toString()} records`,
            icon: Columns,
            divided: true,
            run: compare,
          },
        ];
  return [
    ...copies,
    ...saving,
    ...narrowing,
    ...watching,
    ...opening,
    ...comparing,
    {
      label: 'Open the record',
      icon: PanelRight,
      keys: 'Enter',
      divided: compare === undefined,
      run: () => open(record),
    },
  ];
}

/** The wallet that a cell names; null where it names none, a contract, or what stands for nobody in mints and burns. */
function walletIn(record: ResourceRecord, { name }: ShownField): string | null {
  const { from, to } = partiesOf(record);
  if (name === 'from_address') return from;
  return name === 'to_address' ? to : null;
}

function wordsOf(record: ResourceRecord, field: ShownField): string {
  const text = present(field, valueIn(record, field))?.short ?? '';
  return `${groupNoun(field)} ${text.length > longestValue ? `${text.slice(0, longestValue)}…` : text}`;
}
