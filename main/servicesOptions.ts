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

/** The options of the app's services. */
export interface ServicesOptions {
  /** The folder of everything the app stores for this user. */
  readonly userDataFolder: string;
  readonly workers: ReturnType<typeof workerUrls>;
  /** Starts a process of this app; default: on the Node that runs it. */
  readonly startProcess?: StartChildProcess;
  readonly transport: Transport;
  /** Sends all later requests of `transport` through this proxy; without it the proxy is the system's. */
  readonly applyProxy?: (proxy: Proxy, readLogin: ReadProxyLogin) => Promise<void>;
  readonly openKeyStore: () => Promise<KeyStore>;
  /** Opens the store of mirrors' and proxies' passwords, which is not the environment's API key. */
  readonly openSecretStore?: () => Promise<KeyStore>;
  /** The store of `data` in that folder, where it is being opened already. */
  readonly store?: Promise<Store>;
  /** True for a program without a window: see `openStore`. */
  readonly isHere?: boolean;
  /** The folder for the time of this process, where it is open already. */
  readonly work?: WorkFolder;
  /** The administrator's policy. */
  readonly policy?: Policy;
  /** Requests for transactions in an hour, in place of those of the settings and of the policy. */
  readonly transactionsPerHour?: number;
  /** True to send no request whatever the settings say. */
  readonly offline?: boolean;
  /** True to resume interrupted syncs and to keep the caches within their limits. */
  readonly background?: boolean;
  /** New transactions a minute of the sample data; none if it is left out. */
  readonly sampleLivePerMinute?: number;
  /** The events of the app. Without a listener, `backgroundError` is written to the standard error. */
  readonly events?: AppEvents;
  /** True while watchlists wait though they are not paused: on battery, or on a metered network. */
  readonly isWatchPaused?: () => boolean;
}
