export { Own as default } from '#pages/parts/merit-pages/Own.tsx'
