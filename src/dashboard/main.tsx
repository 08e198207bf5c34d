import { render } from 'preact';
import { followLinks } from './router.ts';
import { App } from './shell/app.tsx';
import { keepFocus } from './shell/focus-keeper.ts';

followLinks();
keepFocus();
render(<App />, document.getElementById('app')!);
