import { StepPage } from '#pages/parts/application/StepPage.tsx'

export default StepPage
