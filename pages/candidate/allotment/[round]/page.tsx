export { RoundLookUp as default } from '../../../parts/allotment/RoundLookUp'
