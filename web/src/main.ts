import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { beginAnewWithReleases } from './lib/release';
import { startWorker } from './lib/worker';

beginAnewWithReleases();
mount(App, { target: document.getElementById('app')! });
startWorker();
