import type { Policy } from '../preload/contract/policy.ts';
import type { Proxy } from '../preload/contract/proxy.ts';
import type { Transport } from './data-service/transport.ts';
import type { ReadProxyLogin } from './features/connections/settings.ts';
import type { AppEvents } from './platform/appEvents.ts';
import type { KeyStore } from './platform/keychain/keyStore.ts';
import type { StartChildProcess } from './platform/system/childProcess.ts';
import type { WorkFolder } from './platform/system/workFolder.ts';
import type { Store } from './store/store.ts';
import type { workerUrls } from './workers.ts';

export interface ServicesOptions {
  readonly userDataFolder: string;
  readonly workers: ReturnType<typeof workerUrls>;
  /** Starts a process of this app; default: on the Node that runs it. */
  readonly startProcess?: StartChildProcess;
  readonly transport: Transport;
  /** Routes all later requests of `transport` through this proxy; default: the system's proxy. */
  readonly applyProxy?: (proxy: Proxy, readLogin: ReadProxyLogin) => Promise<void>;
  readonly openKeyStore: () => Promise<KeyStore>;
  /** Opens the store of mirrors' and proxies' passwords, which is separate from the environment's API key. */
  readonly openSecretStore?: () => Promise<KeyStore>;
  /** The store in `userDataFolder`, if it is already being opened. */
  readonly store?: Promise<Store>;
  /** True for a program without a window: see `openStore`. */
  readonly inProcess?: boolean;
  /** The temporary folder of this process, if it is already open. */
  readonly work?: WorkFolder;
  readonly policy?: Policy;
  /** Hourly requests for transactions, instead of the settings' and the policy's. */
  readonly transactionsPerHour?: number;
  /** True to send no request whatever the settings say. */
  readonly offline?: boolean;
  /** True to resume interrupted syncs and to keep the caches within their limits. */
  readonly background?: boolean;
  /** New sample transactions a minute; default: none. */
  readonly sampleLivePerMinute?: number;
  /** The app's events. Without a listener, `backgroundError` is written to standard error. */
  readonly events?: AppEvents;
  /** True while watchlists wait on battery or on a metered network. */
  readonly isWatchPaused?: () => boolean;
}
