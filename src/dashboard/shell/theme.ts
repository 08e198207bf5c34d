/** Light, dark, or as the system has it. */
import { signal } from '@preact/signals';

const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'dialwright.theme';

const isTheme = (text: string | null): text is Theme => THEMES.some((theme) => theme === text);

function stored(): Theme {
  const text = localStorage.getItem(KEY);
  return isTheme(text) ? text : 'system';
}

export const theme = signal<Theme>(stored());

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length]!;
  localStorage.setItem(KEY, theme.value);
}

theme.subscribe((chosen) => {
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
});
