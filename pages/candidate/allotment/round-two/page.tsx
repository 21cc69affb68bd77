export { RoundLookUp as default } from '../../../results-parts/RoundLookUp'
