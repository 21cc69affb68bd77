export { Own as default } from '../../parts/merit-pages/Own'
