import { mount } from 'svelte';
import App from './app/App.svelte';
import { openBridge } from './bridge.ts';
import './styles/base.css';
import { views } from './app/views.ts';

// Most starts show a list: its code loads while main answers where the user was.
void views.browse?.load().catch(() => undefined);

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element #app.');
mount(App, { target, props: { bridge: openBridge(window.bridge) } });
