import { render } from 'preact';
import { followLinks } from './router.ts';
import { followSignInLinks } from './api/session.ts';
import { App } from './shell/app.tsx';
import { keepFocus } from './shell/focus-keeper.ts';

followLinks();
keepFocus();
await followSignInLinks();
render(<App />, document.getElementById('app')!);
