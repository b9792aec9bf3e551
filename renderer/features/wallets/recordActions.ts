import Activity from '@lucide/svelte/icons/activity';
import ArrowRightLeft from '@lucide/svelte/icons/arrow-right-left';
import Eye from '@lucide/svelte/icons/eye';
import Wallet from '@lucide/svelte/icons/wallet';
import type { PartialRecord } from '../../../preload/contract/records.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { movementOfRecord, tellsMovement, type Parties } from '../../../preload/contract/transactionKinds.ts';
import type { ShownField } from '../../fields/infer.ts';
import { linksOf } from '../../fields/links.ts';
import type { AppState } from '../../shell/app.svelte.ts';
import { watchWallet } from '../../shell/labels/watchWallet.ts';
import type { ChosenRecords, RecordAction } from '../../shell/recordActions.svelte.ts';

export function recordActions(
  app: AppState,
  { resource, records, partial, cell }: ChosenRecords,
): readonly RecordAction[] {
  const actions: RecordAction[] = [];
  const wallet = cell === undefined ? null : walletIn(cell.record, cell.field);
  if (wallet !== null) {
    actions.push(
      {
        key: 'wallet',
        label: 'Open this wallet',
        short: 'Wallet',
        icon: Wallet,
        run: (event) => app.go({ view: 'wallet', address: wallet }, event),
      },
      {
        key: 'watch',
        label: 'Watch this wallet…',
        short: 'Watch',
        icon: Eye,
        run: () => void watchWallet(app, wallet),
      },
    );
  }
  const only = records.length === 1 && partial === undefined ? records[0] : undefined;
  const linked =
    cell && linksOf(resources[resource], cell.field, cell.record).find((link) => link.resource === 'tokens');
  const tokenId = resource === 'tokens' ? only?.id : linked?.id;
  if (tokenId !== undefined) {
    actions.push({
      key: 'activity',
      label: resource === 'tokens' ? 'Open the token’s activity' : 'Open this token’s activity',
      short: 'Activity',
      icon: Activity,
      run: (event) => app.go({ view: 'tokenActivity', id: tokenId }, event),
    });
  }
  const { from, to } =
    resource === 'transactions' && only?.record ? partiesOf(only.record) : { from: null, to: null };
  if (from !== null && to !== null && from !== to) {
    actions.push({
      key: 'between',
      label: 'Show what moved between both addresses',
      short: 'Between',
      icon: ArrowRightLeft,
      run: (event) => app.go({ view: 'walletPair', address: from, other: to }, event),
    });
  }
  return actions;
}

function partiesOf(record: PartialRecord): Parties {
  return tellsMovement(record) ? movementOfRecord(record) : { from: null, to: null };
}

/** Null if a cell has no address, a contract, or the zero address of mints and burns. */
function walletIn(record: PartialRecord, { name }: ShownField): string | null {
  const { from, to } = partiesOf(record);
  if (name === 'from_address') return from;
  return name === 'to_address' ? to : null;
}
