import { ask, type Bridge } from '../bridge.ts';

/** What Chromium reports of the network, where it does. Rule: Network Information API and Save Data API. */
interface NetworkInformation extends EventTarget {
  readonly saveData?: boolean;
}

/** Reports to main whether the system asks programs to save data, now and whenever that changes. Returns how to stop. */
export function followNetwork(bridge: Bridge): () => void {
  const { connection } = navigator as Navigator & { readonly connection?: NetworkInformation };
  if (connection === undefined) return () => undefined;
  let reported = false;
  const tell = (): void => {
    const savesData = connection.saveData === true;
    // That nothing is to be saved is what main begins with.
    if (savesData === reported) return;
    reported = savesData;
    void ask(() => bridge.tellNetwork({ savesData }));
  };
  tell();
  connection.addEventListener('change', tell);
  return () => {
    connection.removeEventListener('change', tell);
  };
}
