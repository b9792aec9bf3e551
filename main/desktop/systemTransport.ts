import { net } from 'electron';
import type { Transport } from '../service/transport.ts';

/** Requests by Chromium's network, which takes the system's proxy settings and the certificates that the system trusts. */
export const systemTransport: Transport = (url, init) => net.fetch(url, init);
