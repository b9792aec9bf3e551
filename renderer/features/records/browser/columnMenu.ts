import ArrowDownWideNarrow from '@lucide/svelte/icons/arrow-down-wide-narrow';
import ArrowDown from '@lucide/svelte/icons/arrow-down';
import ArrowLeft from '@lucide/svelte/icons/arrow-left';
import ArrowRight from '@lucide/svelte/icons/arrow-right';
import ArrowUp from '@lucide/svelte/icons/arrow-up';
import Funnel from '@lucide/svelte/icons/funnel';
import Calculator from '@lucide/svelte/icons/calculator';
import ChartColumn from '@lucide/svelte/icons/chart-column';
import EyeOff from '@lucide/svelte/icons/eye-off';
import ListTree from '@lucide/svelte/icons/list-tree';
import ListPlus from '@lucide/svelte/icons/list-plus';
import MoveHorizontal from '@lucide/svelte/icons/move-horizontal';
import Sigma from '@lucide/svelte/icons/sigma';
import Pencil from '@lucide/svelte/icons/pencil';
import Pin from '@lucide/svelte/icons/pin';
import PinOff from '@lucide/svelte/icons/pin-off';
import Trash2 from '@lucide/svelte/icons/trash-2';
import { metricMembers } from '../../../../preload/contract/metric.ts';
import type { Sort } from '../../../../preload/contract/query.ts';
import { memberField, memberLabel } from '../../../../preload/contract/resources/memberFields.ts';
import type { ShownField } from '../../../fields/infer.ts';
import { isFigure } from '../../../fields/present.ts';
import { groupNoun } from '../../../query/totals.ts';
import type { MenuEntry } from '../../../ui/controls/menu.ts';

interface ColumnMenu {
  readonly field: ShownField;
  readonly columns: readonly ShownField[];
  readonly pinned: number;
  readonly sort: (direction: Sort['direction']) => void;
  /** Undefined if already sorted by it, or by the maximum of columns. */
  readonly addToSort: (() => void) | undefined;
  readonly condition: () => void;
  readonly totals: (() => void) | undefined;
  /** Undefined without totals, or at their maximum of levels. */
  readonly addLevel: (() => void) | undefined;
  readonly summarize: (() => void) | undefined;
  readonly sortByMember: (member: ShownField) => void;
  readonly newComputed: () => void;
  readonly computed: { readonly edit: () => void; readonly remove: () => void } | undefined;
  readonly pin: () => void;
  readonly move: (to: number) => void;
  readonly fit: () => void;
  readonly hide: () => void;
}

const changeMembers = metricMembers.filter((member) => member.startsWith('chg_'));

export function columnMenu(menu: ColumnMenu): MenuEntry[] {
  const { field, columns, pinned, sort, sortByMember, condition, totals, pin, move, fit, hide } = menu;
  const { addToSort, summarize, addLevel } = menu;
  const index = columns.findIndex(({ name }) => name === field.name);
  const isPinned = index < pinned;
  const words = orderLabels(field);
  const sorting: MenuEntry[] = [
    {
      label: `Sort ${words.asc}`,
      icon: ArrowUp,
      run: () => sort('asc'),
    },
    {
      label: `Sort ${words.desc}`,
      icon: ArrowDown,
      run: () => sort('desc'),
    },
    ...(addToSort === undefined
      ? []
      : [{ label: 'Add to sort', icon: ListPlus, keys: 'Shift Enter', run: addToSort }]),
  ];
  const changes: MenuEntry[] = changeMembers.map((member, index) => {
    const changed = memberField(field, member);
    return {
      label: `Sort by ${memberLabel(member, field.unit)}`,
      icon: ArrowDownWideNarrow,
      divided: index === 0,
      run: () => sortByMember(changed),
    };
  });
  return [
    ...(field.sortable ? sorting : []),
    ...(field.sortable && field.type === 'metric' ? changes : []),
    ...(field.filterable
      ? [{ label: 'Add a condition…', icon: Funnel, divided: field.type === 'metric', run: condition }]
      : []),
    ...(summarize === undefined
      ? []
      : [{ label: 'Summarize column', icon: ChartColumn, keys: 'Ctrl Shift S', run: summarize }]),
    ...(totals === undefined ? [] : [{ label: `Totals by ${groupNoun(field)}`, icon: Sigma, run: totals }]),
    ...(addLevel === undefined
      ? []
      : [{ label: `Group totals by ${groupNoun(field)} too`, icon: ListTree, run: addLevel }]),
    ...(menu.computed === undefined
      ? []
      : [
          { label: 'Edit computed column…', icon: Pencil, run: menu.computed.edit },
          { label: 'Delete computed column…', icon: Trash2, run: menu.computed.remove },
        ]),
    {
      label: 'New computed column…',
      icon: Calculator,
      divided: field.sortable || field.filterable || menu.computed !== undefined,
      run: menu.newComputed,
    },
    {
      label: isPinned ? 'Unpin column' : 'Pin column',
      icon: isPinned ? PinOff : Pin,
      run: pin,
    },
    {
      label: 'Move left',
      icon: ArrowLeft,
      keys: 'Ctrl Shift ←',
      disabled: index === 0,
      run: () => move(index - 1),
    },
    {
      label: 'Move right',
      icon: ArrowRight,
      keys: 'Ctrl Shift →',
      disabled: index === columns.length - 1,
      run: () => move(index + 1),
    },
    { label: 'Fit the width', icon: MoveHorizontal, keys: 'Ctrl Enter', run: fit },
    { label: 'Hide', icon: EyeOff, keys: 'Delete', disabled: columns.length === 1, divided: true, run: hide },
  ];
}

function orderLabels(field: ShownField): { asc: string; desc: string } {
  if (isFigure(field)) return { asc: 'smallest first', desc: 'largest first' };
  if (field.type === 'date' || field.type === 'datetime')
    return { asc: 'earliest first', desc: 'latest first' };
  return { asc: 'from A to Z', desc: 'from Z to A' };
}
