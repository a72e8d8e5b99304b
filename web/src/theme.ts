// Dark or light: as the system has it, until the user says otherwise.

const KEY = 'grognard.theme';

export function applyTheme(): void {
  const wanted = localStorage.getItem(KEY);
  const dark = wanted ? wanted === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

export function toggleTheme(): void {
  localStorage.setItem(KEY, document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  applyTheme();
}
