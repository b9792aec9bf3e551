import { mount } from 'svelte';
import App from './shell/App.svelte';
import type { Views } from './shell/view.ts';
import { openBridge } from './bridge.ts';
import * as aggregates from './features/aggregates/register.ts';
import * as annotations from './features/annotations/register.ts';
import * as changes from './features/changes/register.ts';
import * as compare from './features/compare/register.ts';
import * as computedColumns from './features/computedColumns/register.ts';
import * as exports from './features/exports/register.ts';
import * as jobs from './features/jobs/register.ts';
import * as mirrors from './features/mirrors/register.ts';
import * as overview from './features/overview/register.ts';
import * as queryBuilder from './features/queryBuilder/register.ts';
import * as records from './features/records/register.ts';
import * as savedQueries from './features/savedQueries/register.ts';
import * as schedules from './features/schedules/register.ts';
import * as settings from './features/settings/register.ts';
import * as sql from './features/sql/register.ts';
import * as support from './features/support/register.ts';
import * as sync from './features/sync/register.ts';
import * as wallets from './features/wallets/register.ts';
import * as watchlists from './features/watchlists/register.ts';
import './styles/base.css';

/** In the order of the sidebar and the palette. */
const views: Views = {
  ...overview.views,
  ...records.views,
  ...compare.views,
  ...watchlists.views,
  ...wallets.views,
  ...savedQueries.views,
  ...aggregates.views,
  ...sql.views,
  ...changes.views,
  ...annotations.views,
  ...jobs.views,
  ...schedules.views,
  ...settings.views,
  ...support.views,
};

/** In the order of their lines in the palette, and of their dialogs if several wait. */
const registers = [
  wallets,
  compare,
  watchlists,
  savedQueries,
  queryBuilder,
  annotations,
  computedColumns,
  records,
  exports,
  mirrors,
  schedules,
  sync,
  support,
].map(({ register }) => register);

// Most starts show a list. Its code loads while main looks up the last view.
void views.browse.load().catch(() => undefined);

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element #app.');
mount(App, { target, props: { bridge: openBridge(window.bridge), views, registers } });
