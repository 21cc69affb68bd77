export { Status as default } from '#pages/parts/merit-pages/Status.tsx'
