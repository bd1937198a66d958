// Runs before the application is there, so that the page never flashes in the wrong light.
try {
  const kept: unknown = JSON.parse(localStorage.getItem('filon.theme') ?? '"system"');
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
} catch {
  document.documentElement.dataset.theme = 'dark';
}
export {};
