export { PrintedStatus as default } from '#pages/parts/merit-pages/PrintedStatus.tsx'
