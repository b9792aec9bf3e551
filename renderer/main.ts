import { mount } from 'svelte';
import App from './App.svelte';
import './styles/base.css';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element #app.');
mount(App, { target, props: { bridge: window.bridge } });
