export { Status as default } from '../../../merit-pages-parts/Status'
