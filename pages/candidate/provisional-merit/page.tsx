export { Own as default } from '../../merit-pages-parts/Own'
