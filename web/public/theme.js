// Before the first paint, so that nobody who chose dark sees a flash of light. Storage may be forbidden.
try {
  const chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {}
