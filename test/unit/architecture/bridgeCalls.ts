import type { CallName } from '../../../preload/contract/bridge.ts';

/** What a call does beyond answering the window that called it. */
type Outside =
  /** sends requests to the base URL of a connection, which the user has agreed to */
  | 'service'
  /** sends something to another host */
  | 'elsewhere'
  /** writes a file outside of the app's folder */
  | 'file'
  /** reads a file outside of the app's folder */
  | 'reads a file'
  | 'clipboard'
  /** changes the cache of a connection */
  | 'cache'
  /** changes documents in user.db, of which there are dated copies */
  | 'documents'
  | 'settings'
  | 'keychain'
  /** starts, ends or shows a program */
  | 'program'
  /** starts, stops or ends work that goes on after the call */
  | 'work';

/**
 * How the user is asked, where no page can answer: by a question, or by the system's dialog for a file. Where nothing is asked, why that does no
 * harm; `copies` where the dated copies of user.db bring back what was there.
 */
type Asked =
  | { readonly by: 'question'; readonly tests: readonly string[] }
  | { readonly by: 'file dialog' }
  | { readonly by: 'copies' }
  | { readonly by: 'nothing'; readonly because: string };

interface BridgeCall {
  readonly does: readonly Outside[];
  /** Left out where a call does nothing outside of the window. */
  readonly asked?: Asked;
}

const answers: BridgeCall = { does: [] };

const asked = (...tests: string[]): Asked => ({ by: 'question', tests });
const unasked = (because: string): Asked => ({ by: 'nothing', because });
const fileDialog: Asked = { by: 'file dialog' };
const copies: Asked = { by: 'copies' };

const agreedUrl = unasked('the user has agreed to the base URL, and whoever is there knows the key');
const request: BridgeCall = { does: ['service', 'cache'], asked: agreedUrl };
const document: BridgeCall = { does: ['documents'], asked: copies };
const noted: BridgeCall = {
  does: ['documents'],
  asked: unasked('notes what was seen or written in the window'),
};
const anyPageCopies = unasked('a page can copy at each click of the user without the bridge');
const copied: BridgeCall = { does: ['clipboard'], asked: anyPageCopies };
const ofJobs: BridgeCall = {
  does: ['work'],
  asked: unasked('only what the user has agreed to is there, and the list of jobs shows its state'),
};

const connect = 'test/security/connect.spec.ts';
const settings = 'test/security/settings.spec.ts';
const mirror = 'test/security/mirror.spec.ts';
const ofTargets = `${mirror} › a page has no records sent to a server of its own choice: the user is asked first`;
const ofKeys = `${connect} › a page neither stores, replaces nor forgets a key: the user is asked first`;
const ofWays = `${settings} › a page changes nothing of how requests leave, nor who signs in there: the user is asked first`;

/** Every call of the bridge. The window is not trusted: what a call does outside of it is asked there, unless a page does no harm by it. */
export const bridgeCalls: Readonly<Record<CallName, BridgeCall>> = {
  // Connections, keys, settings
  getSession: { does: ['work'], asked: unasked('resumes syncs that the user has begun') },
  exploreSampleData: {
    does: ['documents', 'program'],
    asked: unasked('the sample data service of the app, on this computer'),
  },
  connect: {
    does: ['service', 'keychain', 'documents'],
    asked: asked(
      `${connect} › a page has nothing sent to a base URL of its own choice: the user is asked first`,
      ofKeys,
    ),
  },
  setActiveConnection: {
    does: ['documents'],
    asked: unasked('one of the connections that the user has made'),
  },
  forgetKey: { does: ['keychain'], asked: asked(ofKeys) },
  setSettings: {
    does: ['settings', 'elsewhere', 'program', 'work'],
    asked: asked(ofWays, `${settings} › a page does not set \${what}: the user is asked first`),
  },
  signInToProxy: { does: ['keychain', 'elsewhere'], asked: asked(ofWays) },
  restartNormally: {
    does: ['program'],
    asked: unasked('does nothing but in safe mode, where the window offers it'),
  },

  // Records and figures
  listRecords: request,
  getRecord: request,
  describeResource: request,
  describeAggregates: request,
  cancelRequest: answers,
  totalRecords: answers,
  summarizeColumns: answers,
  aggregate: request,
  timeseries: request,
  listRelations: request,
  searchCached: answers,
  searchService: request,
  getHistory: answers,
  listChanges: answers,
  listStatedChanges: answers,
  getRecordChanges: answers,
  getBudgets: answers,
  listHoldings: answers,
  readWallet: answers,
  readWalletFlows: answers,
  readTokenActivity: answers,
  getIcon: {
    does: ['service', 'elsewhere'],
    asked: unasked(
      'icons of other hosts are a setting, which is asked about; the page names a record, never an address',
    ),
  },
  planSync: request,
  startSync: { does: ['service', 'cache', 'work'], asked: agreedUrl },
  listCaches: answers,
  clearCache: {
    does: ['cache', 'work'],
    asked: asked(
      `${settings} › a page does not clear a cache, whose history nothing brings back: the user is asked first`,
    ),
  },

  // Files and the clipboard
  previewExport: request,
  startExport: { does: ['file', 'service', 'work'], asked: fileDialog },
  copyExport: { does: ['service', 'clipboard'], asked: anyPageCopies },
  listExports: answers,
  repeatExport: {
    does: ['file', 'service', 'work'],
    asked: unasked(
      'the same records into the file that the user chose; what was changed since is asked about',
    ),
  },
  verifyExport: { does: ['reads a file'], asked: fileDialog },
  savePng: { does: ['file'], asked: fileDialog },
  saveFigures: { does: ['file'], asked: fileDialog },
  copyPicture: copied,
  copyText: copied,
  openLink: {
    does: ['program', 'elsewhere'],
    asked: asked('test/e2e/bridge.spec.ts › a page has the bridge of the contract, and nothing else'),
  },
  collectSupport: answers,
  saveSupport: { does: ['file'], asked: fileDialog },

  // Jobs, mirrors, schedules
  listJobs: answers,
  cancelJob: ofJobs,
  pauseJob: ofJobs,
  resumeJob: ofJobs,
  showJobFile: {
    does: ['program'],
    asked: unasked('the file manager shows a file that the user has exported, and opens nothing'),
  },
  listMirrors: answers,
  planMirror: request,
  readMirrorAddress: answers,
  findMirrorSecret: answers,
  testMirrorTarget: { does: ['elsewhere'], asked: asked(ofTargets) },
  saveMirror: { does: ['documents', 'keychain', 'elsewhere'], asked: asked(ofTargets) },
  startMirror: {
    does: ['elsewhere', 'service', 'work'],
    asked: unasked('copies what the user has agreed to when the mirror was saved'),
  },
  removeMirror: { does: ['documents', 'keychain', 'work'], asked: asked(ofTargets) },
  listSchedules: answers,
  listScheduleRuns: answers,
  saveSchedule: {
    does: ['documents', 'file', 'work'],
    asked: asked('test/e2e/schedules.spec.ts › an export is scheduled, into a file that the user chose'),
  },
  removeSchedule: document,
  runSchedule: {
    does: ['file', 'elsewhere', 'service', 'work'],
    asked: unasked('does what the user has agreed to when the schedule was saved'),
  },
  chooseScheduleFile: { does: [], asked: fileDialog },

  // What the user has made
  listAnnotations: answers,
  changeAnnotations: document,
  listLayouts: answers,
  saveLayout: document,
  listComputedColumns: answers,
  saveComputedColumn: document,
  removeComputedColumn: document,
  listSavedQueries: answers,
  saveQuery: document,
  removeSavedQueries: document,
  noteQueryRun: noted,
  clearQueryRuns: document,
  importSavedQueries: document,
  readQueryFile: answers,
  takeQueryFile: {
    does: ['reads a file'],
    asked: unasked('the file that the user has opened with the app, which the page cannot name'),
  },
  exportSavedQueries: { does: ['file'], asked: fileDialog },
  readTabs: answers,
  writeTabs: noted,
  takeLink: answers,
  takeCommand: answers,

  // SQL
  listSqlViews: answers,
  runSql: { does: ['program'], asked: unasked('a process that reads the cache, and ends by itself') },
  readSqlRows: answers,
  closeSqlResult: answers,
  readSqlDraft: answers,
  writeSqlDraft: noted,
  findSqlStatements: answers,
  noteSqlStatement: noted,
  removeSqlStatements: document,

  // Watchlists and alerts
  getWatchChecks: answers,
  checkWatchlists: request,
  listWatchlists: answers,
  saveWatchlist: { does: ['documents', 'cache', 'work'], asked: copies },
  removeWatchlists: { does: ['documents', 'cache', 'work'], asked: copies },
  countWatchlist: answers,
  readWallets: answers,
  importWallets: { does: ['reads a file'], asked: fileDialog },
  getWatchlistFigures: answers,
  listWatchlistRecords: answers,
  listWatchlistEvents: answers,
  getFeed: answers,
  getFeedEntries: answers,
  getUnread: answers,
  markRead: noted,
  noteLook: noted,
  listAlerts: answers,
  saveAlert: { does: ['documents', 'work'], asked: copies },
  removeAlerts: document,
  listFirings: answers,
  markFiringsSeen: noted,

  // The app itself
  listPackages: answers,
  getBackground: answers,
  tellNetwork: answers,
  tellStartMarks: answers,
  getUpdateState: answers,
  checkForUpdate: {
    does: ['elsewhere'],
    asked: unasked('asks the feed of the build for its version; the page adds nothing to the request'),
  },
  downloadUpdate: {
    does: ['elsewhere'],
    asked: unasked(
      'what the feed of the build names, with its signature checked; installing it is asked about',
    ),
  },
  installUpdate: {
    does: ['program'],
    asked: asked(
      'test/unit/main/electron/confirmations/update.test.ts › ends the app to install an update only when the user agrees outside of the page',
    ),
  },
};
