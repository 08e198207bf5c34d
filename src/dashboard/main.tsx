import { render } from 'preact';
import { followLinks } from './router.ts';
import { App } from './shell/app.tsx';

followLinks();
render(<App />, document.getElementById('app')!);
