export { PrintedStatus as default } from '../../../../../parts/merit-pages/PrintedStatus'
