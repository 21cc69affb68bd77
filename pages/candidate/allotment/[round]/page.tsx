export { RoundLookUp as default } from '#pages/parts/allotment/RoundLookUp.tsx'
