import { render } from 'preact';
import { takeToken } from './api.ts';
import { App } from './app.tsx';

const root = document.querySelector('#app');
await takeToken();
if (root !== null) render(<App />, root);
