// Before the first paint, so that a dark page never flashes white. A file, because the content security policy allows no inline script.
(() => {
  const stored = localStorage.getItem('meadow-color-scheme');
  const isDark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', isDark ? '#0c171e' : '#f6f2e8');
})();
