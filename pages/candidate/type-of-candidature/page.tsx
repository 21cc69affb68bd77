import { StepPage } from '../../parts/application/StepPage'

export default StepPage
