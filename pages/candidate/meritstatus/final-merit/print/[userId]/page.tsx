export { PrintedStatus as default } from '../../../../../merit-pages-parts/PrintedStatus'
