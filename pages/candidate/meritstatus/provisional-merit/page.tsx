export { Status as default } from '../../../parts/merit-pages/Status'
