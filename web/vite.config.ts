import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The faces that every page needs are asked for with the page: text is then drawn once, and nothing moves. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => /-latin-wght-normal.*\.woff2$/.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head-prepend' as const,
        })),
  },
}

/** Stands in the page where the nonce of each answer will stand. */
export const nonceMark = '__nonce__'

/** Stands in the page where the address of this installation will stand: who shows a preview reads no relative ones. */
export const publicUrlMark = 'https://public-url.invalid'

/** Where `npm run dev:portal` finds a running Sublet. */
const api = process.env['SUBLET_PUBLIC_URL'] ?? 'http://127.0.0.1:8080'
const apis =
  '^/(portal|billing|ecommerce|credits|nethub-data|nethub-analytics|oauth2|openapi|openapi.json|docs|sandbox)(/|$)'

export default defineConfig({
  root: import.meta.dirname,
  // What is on the machine beside the sources does not get into the pages.
  envDir: false,
  // Takes the place of what the server makes anew for each answer: only scripts that it names may run.
  html: { cspNonce: nonceMark },
  plugins: [react(), tailwindcss(), preloadFonts],
  build: {
    target: 'es2024',
    // The policy of our pages allows no data: but for images, and hashed files are kept for good.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    // What every page needs comes as one file: dozens of small ones take longer than their bytes.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } } },
  },
  server: { proxy: { [apis]: { target: api, changeOrigin: true } } },
})
