import type { Transport } from '../data-service/transport.ts';
import { serviceSession } from './sessions.ts';

/** Requests by Chromium's network, which takes the system's proxy settings and the certificates that the system trusts. */
export const systemTransport: Transport = (url, init) => serviceSession().fetch(url, init);
